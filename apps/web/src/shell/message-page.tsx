import { buttonClass } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

export interface MessagePageProps {
	readonly title: string;
	readonly icon: ReactNode;
	readonly children: ReactNode;
	/** The label of the link to the Create page. */
	readonly homeLabel: string;
	/** That link leads to the page before this one, where there is one. */
	readonly isGoingBack?: boolean;
	/** Stands beside that link. */
	readonly more?: ReactNode;
}

/** Whether the browser itself came here from another page of the product, as it does where its address was typed. */
function hasPageBefore(): boolean {
	// Not every browser has it; its entries are those of this origin alone.
	const { navigation } = window as { readonly navigation?: { readonly canGoBack: boolean } };
	if (navigation !== undefined) return navigation.canGoBack;
	return window.history.length > 1 && document.referrer.startsWith(`${window.location.origin}/`);
}

/** A page that has one thing to say, and the way home. */
export function MessagePage({ title, icon, children, homeLabel, isGoingBack = false, more }: MessagePageProps) {
	usePageTitle(title);
	const { history } = useRouter();
	const canGoBack = useCanGoBack();

	function goBack(event: MouseEvent) {
		if (!isGoingBack || !(canGoBack || hasPageBefore())) return;
		event.preventDefault();
		history.back();
	}

	return (
		<main className="mx-auto w-full max-w-lg px-4 py-16">
			<Card className="text-center">
				<div className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-surface-3 text-primary">
					{icon}
				</div>
				<h1 className="font-title text-3xl">{title}</h1>
				<p className="mt-3 mb-6 wrap-anywhere text-text-2">{children}</p>
				<div className="flex flex-wrap justify-center gap-3">
					<Link to="/" onClick={goBack} className={buttonClass('primary', 'large')}>
						{homeLabel}
					</Link>
					{more}
				</div>
			</Card>
		</main>
	);
}
