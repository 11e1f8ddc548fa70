import { ExternalLink } from '@adx/ui/navigation/external-link';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Combine, Images, MessagesSquare, Sparkles, Tags } from 'lucide-react';
import type { ReactNode } from 'react';

const links: readonly {
	readonly to: LinkProps['to'];
	readonly label: string;
	readonly Icon: typeof Images;
	readonly developersOnly?: true;
}[] = [
	{ to: '/', label: 'Create', Icon: Sparkles },
	{ to: '/gallery', label: 'Gallery', Icon: Images },
	{ to: '/merger', label: 'Merge', Icon: Combine },
	{ to: '/attributes', label: 'Attributes', Icon: Tags, developersOnly: true },
];

const linkClass =
	'flex control-height min-w-9 items-center justify-center gap-2 rounded-sm px-2 font-medium text-text-2 transition-colors duration-[120ms] hover:bg-surface-3 hover:text-text aria-[current=page]:bg-surface-3 aria-[current=page]:text-primary sm:px-3';

/** While a control asks for it with `data-needs-room`, as with a job that is paused, signs make room for words where few fit. */
const signClass = 'size-[1.125rem] shrink-0 sm:max-lg:group-has-data-needs-room/bar:hidden';

export interface AppNavProps {
	readonly isDeveloper: boolean;
	/** The community chat's invite; without one there is no link. */
	readonly inviteUrl: string | null;
	/** Controls at the right end. */
	readonly children: ReactNode;
}

/** The bar at the top of every page, as wide as the widest of them; on small screens its words are for screen readers only. */
export function AppNav({ isDeveloper, inviteUrl, children }: AppNavProps) {
	return (
		<header className="group/bar sticky top-0 z-30 border-b border-border bg-surface-1/90 backdrop-blur-md">
			<div className="mx-auto flex h-14 max-w-[160rem] items-center gap-2 px-3 sm:px-6 lg:gap-4">
				<span className="font-title hidden text-xl whitespace-nowrap text-text md:block">ADX Realm</span>
				<nav aria-label="Main" className="flex min-w-0 grow items-center gap-0.5 sm:gap-1">
					{links
						.filter((link) => isDeveloper || link.developersOnly !== true)
						.map(({ to, label, Icon }) => (
							<Link key={label} to={to} activeOptions={{ exact: true, includeSearch: false }} className={linkClass}>
								<Icon aria-hidden className={signClass} />
								<span className="sr-only sm:not-sr-only">{label}</span>
							</Link>
						))}
					<ExternalLink href={inviteUrl} rel="noopener noreferrer" baseClass={linkClass}>
						<MessagesSquare aria-hidden className="size-[1.125rem] shrink-0" />
						<span className="sr-only sm:not-sr-only sm:max-lg:group-has-data-needs-room/bar:sr-only">Community</span>
					</ExternalLink>
				</nav>
				{children}
			</div>
		</header>
	);
}
