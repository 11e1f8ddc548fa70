import { createRootRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router';
import { Compass, TriangleAlert } from 'lucide-react';
import { AppNav } from '../components/app-nav.tsx';
import { MessagePage } from '../components/message-page.tsx';
import { ThemeToggle } from '../components/theme-toggle.tsx';
import { useAccess } from '../features/access/components/access-provider.tsx';
import { AccountMenu } from '../features/access/components/account-menu.tsx';
import { PremiumProvider } from '../features/access/components/premium-provider.tsx';
import { SessionBanner } from '../features/access/components/session-banner.tsx';
import { shellTexts } from '../lib/shell-texts.ts';

export const Route = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageFailed });

function Shell() {
	const { isDeveloperMode, config } = useAccess();
	return (
		<PremiumProvider>
			<a
				href="#content"
				className="sr-only z-50 rounded-sm bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{shellTexts.skipToContent}
			</a>
			<AppNav isDeveloper={isDeveloperMode} inviteUrl={config?.communityInviteUrl ?? null}>
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

function PageFailed({ error }: ErrorComponentProps) {
	return (
		<MessagePage
			title={shellTexts.failed.title}
			icon={<TriangleAlert aria-hidden className="size-7" />}
			homeLabel={shellTexts.home}
		>
			{shellTexts.failed.text(error instanceof Error ? error.message : String(error))}
		</MessagePage>
	);
}
