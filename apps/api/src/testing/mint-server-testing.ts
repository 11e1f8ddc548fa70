import type { MintChainTest } from '@adx/core/mint/mint-testing';

/** What a server must be told to mint on that chain; mints count after `confirmations` blocks. */
export const createMintVariables = (chain: MintChainTest, confirmations = 1) => ({
	POLYGON_RPC_URL: chain.anvil.rpcUrl,
	POLYGON_CONTRACT_ADDRESS: chain.address,
	POLYGON_CONFIRMATIONS: String(confirmations),
	VOUCHER_SIGNER_KEY: chain.signerKey,
});
