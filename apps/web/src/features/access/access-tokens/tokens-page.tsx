import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { focusFirstHeading } from '@adx/ui/focus/focus-heading';
import { focusVisibly } from '@adx/ui/focus/focus-visibly';
import { Card } from '@adx/ui/surfaces/card';
import { useRef, useState } from 'react';
import { usePageTitle } from '../../../shell/page-title.ts';
import { AccountDataCard } from '../account/account-data-card.tsx';
import { CreateTokenForm } from './create-token-form.tsx';
import { NewTokenCard } from './new-token-card.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenList } from './token-list.tsx';
import { type AccessToken, type CreatedToken, useTokens } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.page;

/** Makes, lists and revokes the caller's access tokens. */
export function TokensPage() {
	usePageTitle(texts.title);
	const [created, setCreated] = useState<CreatedToken | null>(null);
	const [toDelete, setToDelete] = useState<AccessToken | null>(null);
	const [isAsking, setAsking] = useState(false);
	const page = useRef<HTMLElement>(null);
	const list = useRef<HTMLElement>(null);
	// Null unless a token was revoked: then the row beside it, where there is one.
	const rowAfterRevoked = useRef<{ readonly row: Element | null } | null>(null);
	function putAway({ id }: CreatedToken) {
		setCreated(null);
		// What was pressed goes away: its token in the list has the focus then, or else the page's heading.
		const row = `[data-token="${CSS.escape(id)}"] h3`;
		focusFirstHeading(page.current, page.current?.querySelector(row) ? row : 'h1');
	}
	/** Neither the button that was pressed is there any more, nor what the dialog would give the focus to instead. */
	function focusAfterRevoked() {
		const after = rowAfterRevoked.current;
		rowAfterRevoked.current = null;
		if (after === null) return;
		if (after.row?.isConnected) focusVisibly(after.row.querySelector('button') ?? undefined);
		else focusFirstHeading(list.current, 'h2');
	}
	return (
		<main ref={page} className="mx-auto w-full max-w-5xl px-3 pt-6 pb-28 sm:px-6">
			<h1 className="font-title text-3xl">{texts.title}</h1>
			<p className="mt-2 mb-5 text-text-2">{texts.text}</p>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[minmax(0,1fr)_20rem]">
				{created === null ? null : (
					<div className="min-w-0 md:col-span-2">
						<NewTokenCard key={created.id} created={created} onDone={() => putAway(created)} />
					</div>
				)}
				<Card ref={list} title={texts.listTitle} className="min-w-0">
					<Tokens
						onRevoke={(token) => {
							setToDelete(token);
							setAsking(true);
						}}
					/>
				</Card>
				<Card title={texts.createTitle}>
					<CreateTokenForm onCreated={setCreated} />
				</Card>
				<div id="your-data" className="min-w-0 scroll-mt-4 md:col-span-2">
					<AccountDataCard />
				</div>
			</div>
			<RevokeTokenDialog
				open={isAsking}
				token={toDelete}
				onClose={() => setAsking(false)}
				onSettled={(tokenId, isRevoked) => {
					const row = list.current?.querySelector(`[data-token="${CSS.escape(tokenId)}"]`);
					if (isRevoked)
						rowAfterRevoked.current = { row: row?.nextElementSibling ?? row?.previousElementSibling ?? null };
					setAsking(false);
					if (created?.id === tokenId) setCreated(null);
				}}
				onGone={focusAfterRevoked}
			/>
		</main>
	);
}

function Tokens({ onRevoke }: { readonly onRevoke: (token: AccessToken) => void }) {
	const { data, error, refetch } = useTokens();
	if (data !== undefined) return <TokenList tokens={data} onRevoke={onRevoke} />;
	if (error === null) {
		return (
			<div className="grid gap-3">
				<Skeleton className="h-24 w-full" />
				<Skeleton className="h-24 w-full" />
			</div>
		);
	}
	return <ErrorWithRetry message={error.message} retryLabel={texts.tryAgain} onRetry={refetch} />;
}
