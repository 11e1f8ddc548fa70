import { useKeptFocus } from '@adx/ui/focus/use-kept-focus';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { lazy, Suspense, useDeferredValue } from 'react';
import { AccountMenu } from '../features/access/account/account-menu.tsx';
import { SessionBanner } from '../features/access/account/session-banner.tsx';
import { useAccess } from '../features/access/gate/access-provider.tsx';
import { PremiumProvider } from '../features/access/premium/premium-provider.tsx';
import { HeaderProgress } from '../features/jobs/list/header-progress.tsx';
import { toPaymentKey, usePendingPayments } from '../features/market/premium-payment/pending-payments.ts';
import { useLiveUpdates } from '../lib/api/live/use-live-updates.ts';
import { AppNav } from '../shell/app-nav.tsx';
import { MessagePage } from '../shell/message-page.tsx';
import { OfflineBanner } from '../shell/offline-banner.tsx';
import { PageFailed } from '../shell/page-failed.tsx';
import { PageProgress, useSlowNavigation } from '../shell/page-progress.tsx';
import { RecentMessages } from '../shell/recent-messages.tsx';
import { shellTexts } from '../shell/shell-texts.ts';
import { ThemeToggle } from '../shell/theme-toggle.tsx';
import { usePageFocus } from '../shell/use-page-focus.ts';

const PremiumOffer = lazy(() => import('../features/market/premium-payment/premium-offer.tsx'));
const PaidPremium = lazy(() => import('../features/market/premium-payment/paid-premium.tsx'));
const PaymentWatch = lazy(() => import('../features/market/premium-payment/payment-watcher.tsx'));

export const Route = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

function Shell() {
	const { isDeveloperMode, config, hasPassedGate } = useAccess();
	const pending = usePendingPayments();
	usePageFocus('content', hasPassedGate);
	useKeptFocus();
	useLiveUpdates();
	const isPageSlow = useSlowNavigation();
	// The bar is drawn first; the page follows in slices, between which the browser answers.
	const isPageDrawn = useDeferredValue(true, false);
	return (
		<PremiumProvider
			offer={
				<Suspense fallback={null}>
					<PremiumOffer />
				</Suspense>
			}
			lasting={(endsWithSession) => (
				<Suspense fallback={null}>
					<PaidPremium>{endsWithSession}</PaidPremium>
				</Suspense>
			)}
		>
			{pending.map((payment) => (
				<Suspense key={toPaymentKey(payment)} fallback={null}>
					<PaymentWatch payment={payment} />
				</Suspense>
			))}
			<a
				href="#content"
				className="sr-only z-50 rounded-sm bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{shellTexts.skipToContent}
			</a>
			<PageProgress isShown={isPageSlow} />
			<AppNav isDeveloper={isDeveloperMode} inviteUrl={config?.communityInviteUrl ?? null}>
				<HeaderProgress />
				<RecentMessages />
				<ThemeToggle />
				<AccountMenu />
			</AppNav>
			<SessionBanner />
			<OfflineBanner />
			<div id="content" tabIndex={-1} aria-busy={isPageSlow} className="outline-none">
				{isPageDrawn ? <Outlet /> : null}
			</div>
		</PremiumProvider>
	);
}

function NotFound() {
	return (
		<MessagePage
			title={shellTexts.notFound.title}
			icon={<Compass aria-hidden className="size-7" />}
			homeLabel={shellTexts.home}
		>
			{shellTexts.notFound.text}
		</MessagePage>
	);
}
