import { TooltipProvider } from '@adx/ui/feedback/tooltip';
import { SalePage } from './features/market/sale/sale-page.tsx';
import { saleTexts } from './features/market/sale/sale-texts.ts';
import { SolanaProvider } from './features/wallets/solana/connect/solana-provider.tsx';
import { RecentMessages } from './shell/recent-messages.tsx';
import { shellTexts } from './shell/shell-texts.ts';
import { ThemeToggle } from './shell/theme-toggle.tsx';

/** The page of a sale: the one place outside the gate. It asks nothing that needs a session, and leads nowhere but home. */
export default function SaleApp({ saleId }: { readonly saleId: string }) {
	return (
		<TooltipProvider>
			<a
				href="#content"
				className="sr-only z-50 rounded-sm bg-primary px-4 py-2 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
			>
				{shellTexts.skipToContent}
			</a>
			<header className="sticky top-0 z-30 border-b border-border bg-surface-1/90 backdrop-blur-md">
				<div className="mx-auto flex h-14 max-w-6xl items-center gap-2 px-4 sm:px-6">
					{/* A load of its own: behind it stands the gate. */}
					<a href="/" aria-label={saleTexts.home} className="font-title mr-auto text-xl whitespace-nowrap text-text">
						{saleTexts.site}
					</a>
					<RecentMessages />
					<ThemeToggle />
				</div>
			</header>
			<SolanaProvider>
				<SalePage saleId={saleId} />
			</SolanaProvider>
		</TooltipProvider>
	);
}
