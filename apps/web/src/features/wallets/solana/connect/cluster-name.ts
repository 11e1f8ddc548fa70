import { solanaTexts } from './solana-texts.ts';

/** 'Solana devnet' */
export const getClusterName = (cluster: string) => solanaTexts.clusters[cluster] ?? cluster;

/** Whether its SOL has a price. */
export const isMainnet = (cluster: string) => cluster === 'mainnet-beta';
