/** '7xKXtg2C' */
export const getAddressPrefix = (address: string) => address.slice(0, 8);

/** '7xKX…sgAs' */
export const shortenSolanaAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
