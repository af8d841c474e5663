@echo off
rem Starts Rowmark from this clone; builds its jar first if there is none.
rem JAVA_HOME names the JDK, ROWMARK_JAVA_OPTS options of the JVM.
setlocal
set "jar=%~dp0bench-cli\target\bench-cli.jar"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"

rem an option since Java 17
"%java%" --enable-native-access=ALL-UNNAMED -version >nul 2>&1
if errorlevel 1 goto nojava

if exist "%jar%" goto start
echo rowmark: building %jar%, which takes some minutes>&2
pushd "%~dp0"
call mvnw.cmd -q -B -ntp package -DskipTests 1>&2
popd
if exist "%jar%" goto start
echo rowmark: the build failed, see above>&2
exit /b 1

:nojava
echo rowmark: %java% is missing or older than Java 17; install a JDK of version 17 or later, or set JAVA_HOME to one>&2
exit /b 1

:start
"%java%" %ROWMARK_JAVA_OPTS% -jar "%jar%" %*
exit /b %errorlevel%
