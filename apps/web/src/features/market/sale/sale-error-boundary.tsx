import { Button } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import { Component, type ReactNode } from 'react';

// Here rather than among the sale's other texts: every page loads this file at once.
const texts = {
	title: 'This page failed',
	text: (reason: string) =>
		`Load it again. What you signed is not lost: your purchase goes on, and is shown when you are back. (${reason})`,
	again: 'Load the page again',
} as const;

export interface SaleBoundaryProps {
	/** Reloads the page. */
	readonly reload: () => void;
	readonly children: ReactNode;
}

/** Stands in for the page of a sale when its code fails or does not come. */
export class SaleErrorBoundary extends Component<SaleBoundaryProps, { readonly reason: string | null }> {
	override readonly state = { reason: null as string | null };

	static getDerivedStateFromError = (error: unknown) => ({
		reason: error instanceof Error ? error.message : String(error),
	});

	override render() {
		const { reason } = this.state;
		if (reason === null) return this.props.children;
		return (
			<main className="mx-auto w-full max-w-lg px-4 py-16">
				<Card className="text-center">
					<h1 className="font-title text-2xl sm:text-3xl">{texts.title}</h1>
					<p role="alert" className="mt-3 mb-6 wrap-anywhere text-text-2">
						{texts.text(reason)}
					</p>
					<Button tone="primary" onClick={this.props.reload}>
						{texts.again}
					</Button>
				</Card>
			</main>
		);
	}
}
