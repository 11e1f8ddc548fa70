/** How many times longer a measured step may take where the machine is shared and stands still now and then. */
export const timeoutFactor = process.env.CI ? 4 : 1;
