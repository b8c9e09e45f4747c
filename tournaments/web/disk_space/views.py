"""The page about disk space: what is full, and what may be deleted."""

from math import ceil

from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.system import disk
from tournaments.transfer import disk_space
from tournaments.web import flash
from tournaments.web.access import SignedInRequest
from tournaments.web.system_warnings import folders

FILE_KINDS = ("copies", "papers")


def disk_space_page(request: SignedInRequest) -> HttpResponse:
    """Show the disks on which Cheville writes, and old files that may go; a POST deletes them."""
    if request.method == "POST":
        count = disk_space.free_space(kind for kind in request.POST.getlist("what") if kind in FILE_KINDS)
        flash.success(request, "files_deleted", {"count": count})
        return redirect("room")
    shown = {
        "disks": [
            {"folder": folder, "name": on.name, "free": on.free // 1_000_000, "scarce": on.free < disk.SCARCE}
            for folder in folders()
            if (on := disk.disk_of(folder))
        ],
        "old": [
            {"kind": kind, "count": len(old.files), "megabytes": ceil(old.size / 1_000_000)}
            for kind in FILE_KINDS
            if (old := disk_space.old_files(kind)).files
        ],
    }
    return render(request, "tournaments/disk_space/disk_space.html", shown)
