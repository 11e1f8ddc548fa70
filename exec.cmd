@rem Windows' word for the shell's exec, by which npm start is the server's own parent.
@%*
