@echo off
rem Double-click to start Cheville; the browser opens on the page of this laptop.
cd /d "%~dp0"
where py >nul 2>nul
if not errorlevel 1 (
  py -3 start.py --open %*
  goto ended
)
where python >nul 2>nul
if not errorlevel 1 (
  python start.py --open %*
  goto ended
)
echo Il manque Python 3.11 ou plus recent sur cet ordinateur. Installez-le depuis la cle USB ou python.org.
echo This computer lacks Python 3.11 or newer. Install it from the USB key or python.org.
pause
exit /b 1
:ended
if errorlevel 1 pause
