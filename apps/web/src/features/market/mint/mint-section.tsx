import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import { type MintChain, mintChainFacts, mintChainSchema } from '@adx/validators/minted-token';
import { useMemo, useState } from 'react';
import type { ApiOutputs } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { getPublicChain, type WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { WalletProvider } from '../../wallets/evm/wallet-provider.tsx';
import { MintPanel } from './mint-panel.tsx';
import { useMintChains } from './mint-queries.ts';
import { mintTexts } from './mint-texts.ts';

const texts = mintTexts.section;

/** Finished characters and what it takes to make them tokens; for developers, loaded when they see the main page. */
export default function MintSection() {
	const [chain, setChain] = useState<MintChain>('polygon');
	const { data: configured, error, refetch } = useMintChains();
	const { config } = useAccess();
	const isSetUp = config === null || config.chains.some((known) => known.chain === chain);
	const unsetChain = config?.chains.length === 0 ? null : mintChainFacts[chain].name;
	const walletChains = useMemo(() => {
		const [first, ...others] = mintChainSchema.options.map((name) => toWalletChain(name, configured ?? []));
		return first && ([first, ...others] as const);
	}, [configured]);
	return (
		<Card title={texts.title}>
			<p className="mb-4 max-w-prose text-text-2">{isSetUp ? texts.text : texts.notSetUp(unsetChain)}</p>
			<ChoiceGroup<MintChain>
				label={texts.chain}
				columns={2}
				className="mb-4 grid max-w-md grid-cols-[3fr_2fr] gap-2"
				value={chain}
				onChoose={setChain}
				choices={mintChainSchema.options.map((value) => ({
					value,
					name: mintChainFacts[value].label,
					content: <span className="block px-2 text-center font-medium">{mintChainFacts[value].label}</span>,
				}))}
			/>
			{configured !== undefined && walletChains !== undefined ? (
				<WalletProvider chains={walletChains}>
					<MintPanel
						chain={chain}
						walletChain={toWalletChain(chain, configured)}
						isSetUp={isSetUp}
						publishesFiles={configured.find((one) => one.chain === chain)?.publishesFiles ?? true}
					/>
				</WalletProvider>
			) : error === null ? (
				<div role="status" aria-label={texts.loading}>
					<Skeleton className="h-40 w-full" />
				</div>
			) : (
				<ErrorWithRetry message={error.message} retryLabel={texts.tryAgain} onRetry={refetch} />
			)}
		</Card>
	);
}

/**
 * What wallets learn about a chain: the operator's facts where there are some, and a public node where the operator named
 * none.
 */
function toWalletChain(chain: MintChain, configured: ApiOutputs['mint']['chains']): WalletChain {
	const { chainId, symbol, name } = mintChainFacts[chain];
	const known = getPublicChain(chain);
	const facts = configured.find((candidate) => candidate.chain === chain);
	if (facts === undefined) return { chainId, symbol, name, ...known };
	const { rpcUrl, explorerUrl } = facts;
	return { chainId: facts.chainId, symbol: facts.symbol, name, rpcUrl: rpcUrl ?? known.rpcUrl, explorerUrl };
}
