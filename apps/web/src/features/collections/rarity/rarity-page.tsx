import { buttonClass } from '@adx/ui/controls/button';
import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Tabs } from '@adx/ui/navigation/tabs';
import { Card } from '@adx/ui/surfaces/card';
import type { ErrorReason } from '@adx/validators/errors';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { getErrorReason, getHttpStatus } from '../../../lib/api/error-messages.ts';
import { MessagePage } from '../../../shell/message-page.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { PageLock } from '../../access/account/page-lock.tsx';
import { ExportPanel } from '../export/export-panel.tsx';
import { RankedList } from './ranked-list.tsx';
import { RarityHeader } from './rarity-header.tsx';
import { type RankingView, useRarity } from './rarity-queries.ts';
import { rarityTexts } from './rarity-texts.ts';
import { TraitCharts } from './trait-charts.tsx';

type RarityTab = keyof typeof rarityTexts.tabs;

export interface RarityPageProps {
	readonly collectionId: string;
	readonly tab: RarityTab;
	readonly onTab: (tab: RarityTab) => void;
	/** What the ranking shows and in which order; it stands in the address. */
	readonly view: RankingView;
	readonly onView: (changes: Partial<RankingView>) => void;
}

/** How rare the tokens of a collection are, why, and every way to take it away. */
export function RarityPage({ collectionId, tab, onTab, view, onView }: RarityPageProps) {
	const { data: rarity, error, refetch, isFetching } = useRarity(collectionId);
	// One that was deleted meanwhile has nothing left to show.
	const isGone = getHttpStatus(error) === 404;
	const title = rarity === undefined ? rarityTexts.kind : rarityTexts.title(rarity.name);
	usePageTitle(isGone ? rarityTexts.notFound.title : title);
	const again = () => void refetch();
	if (rarity !== undefined && !isGone) {
		return (
			<Frame>
				<RarityHeader rarity={rarity} />
				<Tabs label={rarityTexts.tabsLabel} tabs={rarityTexts.tabs} selected={tab} onSelect={onTab}>
					{tab === 'ranking' ? <RankedList rarity={rarity} view={view} onView={onView} /> : null}
					{tab === 'traits' ? <TraitCharts rarity={rarity} /> : null}
					{tab === 'exports' ? <ExportPanel rarity={rarity} /> : null}
				</Tabs>
			</Frame>
		);
	}
	if (error === null) return <Coming />;
	if (isGone) {
		const { title, text, home, toGallery } = rarityTexts.notFound;
		return (
			<MessagePage
				title={title}
				icon={<Compass aria-hidden className="size-7" />}
				homeLabel={home}
				more={
					<Link to="/gallery" className={buttonClass('secondary', 'large')}>
						{toGallery}
					</Link>
				}
			>
				{text}
			</MessagePage>
		);
	}
	const reason = getErrorReason(error);
	const failed = (
		<NotLoaded
			collectionId={collectionId}
			reason={reason}
			message={error.message}
			isFetching={isFetching}
			onAgain={again}
		/>
	);
	if (reason !== 'page_locked') return failed;
	// Frozen Collections are the gallery's, and are locked with it.
	return (
		<PageLock page="gallery">
			<RetryNotice onAgain={again} />
			{isFetching ? <Coming /> : failed}
		</PageLock>
	);
}

function Frame({ children }: { readonly children: ReactNode }) {
	return (
		<main className="mx-auto grid w-full max-w-[100rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 py-6 sm:px-6">
			{children}
		</main>
	);
}

/** Asks once, when the lock in front of it has been opened. */
function RetryNotice({ onAgain }: { readonly onAgain: () => void }) {
	useEffect(onAgain, []);
	return null;
}

function Coming() {
	return (
		<Frame>
			<div role="status" aria-label={rarityTexts.loading} className="grid gap-4">
				<h1 className="sr-only">{rarityTexts.loading}</h1>
				<Skeleton className="h-64 w-full rounded-lg!" />
				{[1, 2, 3, 4, 5].map((place) => (
					<Skeleton key={place} className="h-20 w-full rounded-md!" />
				))}
			</div>
		</Frame>
	);
}

interface NotLoadedProps {
	readonly collectionId: string;
	readonly reason: ErrorReason | null;
	readonly message: string;
	readonly isFetching: boolean;
	readonly onAgain: () => void;
}

function NotLoaded({ collectionId, reason, message, isFetching, onAgain }: NotLoadedProps) {
	const texts = rarityTexts.failed;
	return (
		<main className="mx-auto w-full max-w-lg px-4 py-16">
			<h1 className="sr-only">{texts.title}</h1>
			<Card title={texts.title}>
				<ErrorWithRetry
					layout="card"
					message={message}
					busyText={isFetching ? rarityTexts.loading : undefined}
					retryLabel={texts.again}
					onRetry={onAgain}
				>
					{reason === 'job_running' || reason === 'job_without_images' ? (
						<Link to="/jobs/$jobId" params={{ jobId: collectionId }} className={buttonClass()}>
							{texts.toJob}
						</Link>
					) : null}
					{reason === 'attributes_running' || reason === 'attributes_failed' ? (
						<Link to="/attributes" search={{ job: collectionId }} className={buttonClass()}>
							{texts.toAttributes}
						</Link>
					) : null}
				</ErrorWithRetry>
			</Card>
		</main>
	);
}
