/** Raise it with any change to a released picture that its golden notices: it is hashed into every random stream. */
export const forgeVersion = 5;
