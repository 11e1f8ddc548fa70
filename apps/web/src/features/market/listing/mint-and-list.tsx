import { Button } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Dialog } from '@adx/ui/surfaces/dialog';
import type { PublicConfig } from '@adx/validators/config';
import type { MergeJob } from '@adx/validators/merge';
import { mintUnavailableText, type SaleNetwork } from '@adx/validators/sale/sales';
import { Store } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { SolanaProvider } from '../../wallets/solana/connect/solana-provider.tsx';
import { useConnectSolana } from '../../wallets/solana/connect/use-connect-solana.ts';
import { readListingDraft } from './listing-draft.ts';
import { ListingFields } from './listing-fields.tsx';
import { useCreatorSale, useListingCosts } from './listing-queries.ts';
import { listingTexts as texts } from './listing-texts.ts';
import { SalePanel } from './sale-panel.tsx';
import { SaleStatusLine } from './sale-status-line.tsx';
import { useMintOwnItems } from './solana/use-mint-own-items.ts';
import { useSignCollection } from './solana/use-sign-collection.ts';
import type { StartMintingOptions } from './use-start-minting.ts';

const EvmWalletsProvider = lazy(() => import('./evm/evm-wallets-provider.tsx'));

export interface MintAndListProps extends Pick<StartMintingOptions, 'saveListing'> {
	/** A completed one. */
	readonly job: MergeJob;
}

/** The way from a Frozen Collection to its sale: a button with how far it is, and behind it every step. */
export function MintAndList(props: MintAndListProps) {
	const { data: config } = trpc.auth.config.useQuery();
	const chains = config?.saleChains ?? [];
	const listing = <Listing {...props} />;
	return (
		<SolanaProvider>
			{chains.length === 0 ? (
				listing
			) : (
				<Suspense fallback={null}>
					<EvmWalletsProvider chains={chains}>{listing}</EvmWalletsProvider>
				</Suspense>
			)}
		</SolanaProvider>
	);
}

/** Where this server sells; while it has not said, it may be able to on Solana. */
const listNetworks = (config: PublicConfig | undefined): readonly SaleNetwork[] => [
	...(config?.solana === null ? [] : (['solana'] as const)),
	...(config?.saleChains ?? []).map(({ chain }) => chain),
];

function Listing({ job, saveListing }: MintAndListProps) {
	const [isOpen, setOpen] = useState(false);
	const [isChanging, setChanging] = useState(false);
	const { data: config } = trpc.auth.config.useQuery();
	const { data: sale = null, error, refetch } = useCreatorSale(job.id, job.salePhase !== null);
	const networks = listNetworks(config);
	const [chosen, setNetwork] = useState<SaleNetwork | null>(() => readListingDraft(job.id)?.network ?? null);
	const network = chosen ?? sale?.network ?? networks[0] ?? 'solana';
	const canMint = networks.includes(sale === null || isChanging ? network : sale.network);
	const connector = useConnectSolana();
	// Here rather than in the window, so that what is under way goes on while that is closed.
	const signing = useSignCollection(sale);
	const ownItems = useMintOwnItems(sale);
	const close = () => setOpen(false);
	const change = () => {
		// What was read is of the listing as it was.
		signing.cancel();
		setChanging(true);
	};
	const leaveForm = () => {
		setChanging(false);
		setNetwork(null);
	};
	const isListing = isChanging || (job.salePhase === null && sale === null);
	const estimate = useListingCosts(job.id, isOpen && isListing && canMint);
	const costs = sale?.costs ?? estimate.data?.costs ?? null;
	const revealLamports = estimate.data?.costs?.revealLamports ?? null;
	const publishesFiles = estimate.data?.publishesFiles ?? null;
	const choice = { networks, network, onNetwork: setNetwork };
	const reveal = sale?.revealChoice ?? 'at_once';
	const form = {
		job,
		reveal,
		revealLamports,
		connector,
		costs,
		publishesFiles,
		canMint,
		saveListing,
		onStarted: leaveForm,
		...choice,
	};
	return (
		<div className="grid gap-2">
			<Button size="large" icon={<Store aria-hidden className="size-5" />} onClick={() => setOpen(true)}>
				{texts.open}
			</Button>
			{sale === null ? null : <SaleStatusLine sale={sale} />}
			<Dialog open={isOpen} onClose={close} title={texts.title}>
				{canMint ? null : (
					<p role="status" className="mb-4 rounded-md border border-warn px-3 py-2 text-sm text-text">
						<span>{mintUnavailableText}</span> {texts.howToSetUp}
					</p>
				)}
				{sale !== null && isChanging ? (
					<ListingFields {...form} onBack={leaveForm} backText={texts.form.back} />
				) : sale !== null ? (
					<SalePanel {...{ sale, canMint, connector, signing, ownItems }} onChange={change} onClose={close} />
				) : job.salePhase === null ? (
					<ListingFields
						{...form}
						onBack={() => {
							leaveForm();
							close();
						}}
						backText={texts.form.cancel}
					/>
				) : error === null ? (
					<div role="status" aria-label={texts.loading}>
						<Skeleton className="h-60 w-full" />
					</div>
				) : (
					<ErrorWithRetry
						message={`${texts.unreadable} ${error.message}`}
						retryLabel={texts.tryAgain}
						onRetry={refetch}
					/>
				)}
			</Dialog>
		</div>
	);
}
