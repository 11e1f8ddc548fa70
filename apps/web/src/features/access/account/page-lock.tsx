import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Card } from '@adx/ui/surfaces/card';
import type { LockablePage } from '@adx/validators/config';
import { Crown, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { PasswordForm } from '../gate/password-form.tsx';
import { usePremium } from '../premium/premium-context.ts';
import { premiumTexts } from '../premium/premium-texts.ts';
import { accountTexts } from './account-texts.ts';

export interface PageLockProps {
	readonly page: LockablePage;
	/** Names the tab while the lock stands, for a page that names it itself. */
	readonly title?: string;
	/** The page itself; nothing of it is rendered while the lock stands. */
	readonly children: ReactNode;
}

const texts = accountTexts.lock;

/** Stands in front of a page that the operator locked, until Premium or the admin password opens it. */
export function PageLock({ page, title, children }: PageLockProps) {
	const { config, hasAdminUnlocked } = useAccess();
	const { isPremium } = usePremium();
	// The server could not say: closed, as it would be without a setting.
	const isLocked = config === null || config.lockedPages.includes(page);
	if (!isLocked || isPremium || hasAdminUnlocked) return children;
	return (
		<>
			{title === undefined ? null : <PageTitle title={title} />}
			<LockScreen page={page} />
		</>
	);
}

function PageTitle({ title }: { readonly title: string }) {
	usePageTitle(title);
	return null;
}

function LockScreen({ page }: Pick<PageLockProps, 'page'>) {
	const { sessionEnded, user } = useAccess();
	const { hasEnded } = usePremium();
	// Nobody can be let in before they have signed in again, which the banner offers.
	const isNobodyHere = sessionEnded && user === null;
	return (
		<main className="mx-auto w-full max-w-md px-4 py-16">
			<Card className="text-center">
				<div className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-surface-3 text-primary">
					<Lock aria-hidden className="size-7" />
				</div>
				<h1 className="font-title text-3xl">{texts.title}</h1>
				<p className="mt-3 text-text-2">
					{hasEnded ? `${premiumTexts.hasEnded} ` : ''}
					{isNobodyHere ? texts.signInAgain(texts.pages[page]) : texts.text(texts.pages[page])}
				</p>
				{isNobodyHere ? null : <WaysIn />}
			</Card>
		</main>
	);
}

function WaysIn() {
	const utils = trpc.useUtils();
	const { openDialog } = usePremium();
	return (
		<>
			<div className="my-6 text-left">
				<PasswordForm
					kind="admin"
					label={texts.label}
					submitLabel={texts.submit}
					wrongPassword={texts.wrong}
					onGranted={(check) => {
						utils.auth.check.setData(undefined, check);
						showToast({ ...texts.granted, tone: 'success' });
						// The form that had the focus is gone.
						document.getElementById('content')?.focus();
					}}
				/>
			</div>
			<Button tone="ghost" onClick={openDialog} icon={<Crown aria-hidden className="size-4 text-gold" />}>
				{texts.openPremium}
			</Button>
		</>
	);
}
