"""Messages about failed publications to a destination; `why` is the answer of the other side."""

from typing import Any

from django.utils.translation import gettext_lazy, ngettext_lazy

OF_DESTINATIONS: dict[str, Any] = {
    # errors that pass by themselves
    "host_not_found": gettext_lazy(
        "“%(why)s” is not found: this computer has no Internet just now, or the name of the server is wrong."
    ),
    "host_not_reached": gettext_lazy(
        "The server does not answer (%(why)s): there is no Internet just now, or it is another port."
    ),
    "connection_lost": gettext_lazy("The connection ended in the middle. What arrived stays there."),
    "destination_busy": gettext_lazy("The server asks to come again later: “%(why)s”."),
    "folder_gone": gettext_lazy("The folder %(why)s is not there. Plug the USB key in."),
    # errors that a person has to correct
    "sign_in_refused": gettext_lazy("The server does not take this user and password. Type them again."),
    "host_key_new": gettext_lazy(
        "This server was never seen before. Ask whoever keeps it whether its key is %(why)s, then say so."
    ),
    "host_key_changed": gettext_lazy(
        "The server shows another key than before (%(why)s), so nothing was sent to it: somebody may stand "
        "in between. Ask whoever keeps it before you accept the new one."
    ),
    "certificate_refused": gettext_lazy(
        "Nobody vouches for this server: its certificate says “%(why)s”. Type the server as its host gives "
        "it, or tell the host."
    ),
    "destination_not_writable": gettext_lazy(
        "Nothing can be written in that folder (“%(why)s”). Check its name, and that it is there."
    ),
    "destination_full": gettext_lazy(
        "There is no room left there: %(why)s. Delete there what is not needed, then send again."
    ),
    "internal_address": gettext_lazy(
        "“%(why)s” is inside the network of this server, where nothing is sent. Ask its administrator."
    ),
    "not_that_protocol": gettext_lazy(
        "What answers there speaks another language (%(why)s). Check the way, the port and the address."
    ),
    "key_refused": gettext_lazy("The server does not know this key. Ask whoever keeps it for a new one."),
    "day_not_taken": gettext_lazy("The server does not take the day over: “%(why)s”"),
    # answers of a server that is to take a tournament over
    "key_unknown": gettext_lazy(
        "This key is not known here. Ask a director of the organisation for a new one."
    ),
    "day_of_another": gettext_lazy("That tournament is here already, in another organisation."),
    "day_went_on_here": gettext_lazy(
        "Something was done here that the laptop does not have. A director restores a copy from the laptop "
        "here: both are shown, and one is chosen."
    ),
    "upload_keys_too_many": gettext_lazy("There are %(most)s keys already. Take one away first."),
    "upload_key_gone": gettext_lazy("%(name)s opens nothing any more."),
    "password_unreadable": gettext_lazy(
        "The password was kept by another installation and cannot be read here. Type it again."
    ),
    "folder_of_another": gettext_lazy(
        "Another tournament lies in the folder “%(why)s” there. Choose another folder, or move that one away."
    ),
    "front_page_stays": gettext_lazy(
        "The front page in that folder is not from Cheville, so it was left as it is: "
        "link from it to the folder of the tournament."
    ),
    # input
    "destination_host": gettext_lazy("“%(host)s” is no name of a server, such as sftp.example.org."),
    "destination_path": gettext_lazy("“%(path)s” is no folder of a server, such as /www/cribbage."),
    "destination_folder": gettext_lazy(
        "There is no folder “%(path)s” on this computer. Type all of it, from the disk on."
    ),
    "destination_own_folder": gettext_lazy(
        "“%(path)s” belongs to Cheville itself. Choose a folder beside it, or on a USB key."
    ),
    "destination_password": gettext_lazy("Type the password: it is kept for one server and user alone."),
    "destination_too_many": gettext_lazy("There are %(most)s destinations already. Take one away first."),
    "destination_not_yours": gettext_lazy(
        "%(name)s is for every tournament of the organisation: its directors change it."
    ),
    "destination_not_here": gettext_lazy("A folder of this computer is set up at the computer itself."),
    # the page of destinations
    "destination_kept": gettext_lazy("%(name)s is kept. It is being tried out."),
    "destination_gone": gettext_lazy("%(name)s is no longer a destination. What was sent there stays there."),
    "destination_key_kept": gettext_lazy("The key is remembered. It is being tried out again."),
    "destination_all_again": gettext_lazy("Everything is sent to %(name)s again."),
    "destination_nothing_made": gettext_lazy("Make the files first, then they can be sent."),
    # mail
    "mail_address": gettext_lazy("“%(address)s” is no e-mail address, such as lise@example.org."),
    "mail_password": gettext_lazy("A mail server takes a user and a password without accents."),
    "mail_no_server": gettext_lazy(
        "No mail server is set up yet: do so on this page, or ask the directors of the organisation."
    ),
    "mail_sender_refused": gettext_lazy(
        "The server sends nothing from that address: “%(why)s”. Type the address that belongs to its user."
    ),
    "mail_refused": gettext_lazy("The server does not take the letter: “%(why)s”."),
    "mail_server_kept": gettext_lazy("The mail server is kept. A letter to yourself tries it out."),
    "mail_asked": ngettext_lazy(
        "%(count)s letter is on its way.", "%(count)s letters are on their way.", "count"
    ),
    "mail_nobody": gettext_lazy("There is nobody to write to who does not have this already."),
    "mail_address_kept": gettext_lazy("%(name)s gets mail from now on."),
    "mail_address_gone": gettext_lazy("The address is forgotten."),
    "each_game_on": gettext_lazy("From now on the results go out after each closed game."),
    "each_game_off": gettext_lazy("Results go out only when you say so."),
}
