/**
 * The chains that a collection can be deployed on. `variables` begins the names of their environment variables; `coin`
 * is what gas is paid in.
 */
export const deployChains = {
	polygon: { id: 137, name: 'Polygon', coin: 'MATIC', variables: 'POLYGON' },
	ethereum: { id: 1, name: 'Ethereum', coin: 'ETH', variables: 'ETHEREUM' },
} as const;

export type DeployChain = (typeof deployChains)[keyof typeof deployChains];
