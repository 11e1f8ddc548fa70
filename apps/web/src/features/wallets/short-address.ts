/** '0xf39F…2266' */
export const shortenEvmAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** '7xKX…sgAs' */
export const shortenSolanaAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;

/** '7xKXtg2C' */
export const getAddressPrefix = (address: string) => address.slice(0, 8);

/** The same for an address of whichever chain. */
export const shortenAddress = (address: string) =>
	address.startsWith('0x') ? shortenEvmAddress(address) : shortenSolanaAddress(address);
