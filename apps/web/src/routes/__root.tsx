import { createRootRoute, Outlet } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { AppNav } from '../components/app-nav.tsx';
import { MessagePage } from '../components/message-page.tsx';
import { PageFailed } from '../components/page-failed.tsx';
import { RecentMessages } from '../components/recent-messages.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import { useAccess } from '../features/access/components/access-provider.tsx';
import { AccountMenu } from '../features/access/components/account-menu.tsx';
import { PremiumProvider } from '../features/access/components/premium-provider.tsx';
import { SessionBanner } from '../features/access/components/session-banner.tsx';
import { HeaderProgress } from '../features/job/components/header-progress.tsx';
import { nameOf, usePendingPayments } from '../features/premium/pending-payments.ts';
import { shellTexts } from '../lib/shell-texts.ts';

const PremiumOffer = lazy(() => import('../features/premium/components/premium-offer.tsx'));
const PaidPremium = lazy(() => import('../features/premium/components/paid-premium.tsx'));
const PaymentWatch = lazy(() => import('../features/premium/components/payment-watch.tsx'));

export const Route = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

function Shell() {
	const { isDeveloperMode, config } = useAccess();
	const pending = usePendingPayments();
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
				<Suspense key={nameOf(payment)} fallback={null}>
					<PaymentWatch payment={payment} />
				</Suspense>
			))}
			<a
				href="#content"
				className="sr-only z-50 rounded-sm bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{shellTexts.skipToContent}
			</a>
			<AppNav isDeveloper={isDeveloperMode} inviteUrl={config?.communityInviteUrl ?? null}>
				<HeaderProgress />
				<RecentMessages />
				<ThemeToggle />
				<AccountMenu />
			</AppNav>
			<SessionBanner />
			<div id="content" tabIndex={-1} className="outline-none">
				<Outlet />
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
