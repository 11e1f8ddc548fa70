import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Card } from '@adx/ui/surfaces/card';
import type { Sale } from '@adx/validators/sale/sales';
import { lazy, Suspense, useEffect } from 'react';
import { getHttpStatus } from '../../../lib/api/error-messages.ts';
import { SolanaConnectBar } from '../../wallets/solana/connect/solana-connect-bar.tsx';
import { useConnectSolana } from '../../wallets/solana/connect/use-connect-solana.ts';
import { BoughtItems } from './bought-items.tsx';
import { BuyCard } from './buy-card.tsx';
import { LatestItems } from './latest-items.tsx';
import { ItemWall } from './preview/item-wall.tsx';
import { LinkedText } from './preview/linked-text.tsx';
import { TraitCounts } from './preview/trait-counts.tsx';
import { RevealCard } from './reveal/reveal-card.tsx';
import { SaleDetails, SaleHeader } from './sale-details.tsx';
import { useSale } from './sale-queries.ts';
import { saleTexts as texts } from './sale-texts.ts';
import { useSolanaPurchaseWallet } from './solana-purchase-wallet.tsx';

const EvmBuyCard = lazy(() => import('./evm/evm-buy-card.tsx'));

/** A collection for sale, for everyone who has its address. */
export function SalePage({ saleId }: { readonly saleId: string }) {
	const { data: sale, error, refetch, isFetching } = useSale(saleId);
	const isMissing = getHttpStatus(error) === 404 || getHttpStatus(error) === 400;
	const title = sale?.name ?? (isMissing ? texts.notFound.title : texts.kind);
	useEffect(() => {
		document.title = texts.title(title);
	}, [title]);
	return (
		<main id="content" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-10">
			{sale !== undefined ? (
				<OpenSale sale={sale} isStale={error !== null} />
			) : error === null ? (
				<SaleComing />
			) : isMissing ? (
				<Message title={texts.notFound.title} text={texts.notFound.text} />
			) : (
				<Message title={texts.failed.title} text={error.message}>
					<Button tone="primary" busyText={isFetching ? texts.loading : undefined} onClick={() => void refetch()}>
						{texts.failed.again}
					</Button>
				</Message>
			)}
		</main>
	);
}

function OpenSale({ sale, isStale }: { readonly sale: Sale; readonly isStale: boolean }) {
	return (
		// Narrow: what, buy, items, about, latest; wide: what can be bought stays in sight beside the rest.
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-x-8">
			<SaleHeader sale={sale} />
			<div className="min-w-0 lg:sticky lg:top-20 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:self-start">
				{sale.network === 'solana' ? (
					<SolanaBuyCard sale={sale} isStale={isStale} />
				) : (
					<Suspense fallback={<Skeleton className="h-80 w-full rounded-lg!" />}>
						<EvmBuyCard sale={sale} isStale={isStale} />
					</Suspense>
				)}
				{/* What a covered item is, is another answer once it is revealed. */}
				<BoughtItems key={sale.reveal?.phase} sale={sale} />
			</div>
			<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
				{sale.description === '' ? null : (
					<LinkedText text={sale.description} className="max-w-prose wrap-anywhere whitespace-pre-line" />
				)}
				<ItemWall sale={sale} />
				<TraitCounts sale={sale} />
			</div>
			<div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 lg:col-start-1">
				<RevealCard sale={sale} />
				<SaleDetails sale={sale} />
			</div>
			<LatestItems sale={sale} />
		</div>
	);
}

function SolanaBuyCard(props: { readonly sale: Sale; readonly isStale: boolean }) {
	const connector = useConnectSolana();
	const wallet = useSolanaPurchaseWallet(connector);
	return (
		<BuyCard
			{...props}
			wallet={wallet}
			connectBar={(isLocked) => <SolanaConnectBar connector={connector} isLocked={isLocked} />}
		/>
	);
}

function SaleComing() {
	return (
		<div role="status" aria-label={texts.loading} className="grid gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
			<h1 className="sr-only">{texts.site}</h1>
			<div className="grid gap-4">
				<Skeleton className="h-10 w-2/3" />
				<Skeleton className="aspect-square w-full rounded-lg!" />
			</div>
			<Skeleton className="h-80 w-full rounded-lg!" />
		</div>
	);
}

interface MessageProps {
	readonly title: string;
	readonly text: string;
	readonly children?: React.ReactNode;
}

function Message({ title, text, children }: MessageProps) {
	return (
		<Card className="mx-auto max-w-lg text-center">
			<h1 className="font-title text-2xl sm:text-3xl">{title}</h1>
			<p role="alert" className="mt-3 mb-5 text-text-2">
				{text}
			</p>
			{children}
		</Card>
	);
}
