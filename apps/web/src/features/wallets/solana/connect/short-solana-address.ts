/** '7xKXtg2C' */
export const firstOfAddress = (address: string) => address.slice(0, 8);

/** '7xKX…sgAs' */
export const shortAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
