import { showcaseUrl } from 'virtual:forge-tiles';
import { Button } from '@adx/ui/controls/button';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../../shell/page-title.ts';
import { useAccess } from './access-provider.tsx';
import { accessTexts } from './access-texts.ts';

export interface GateScreenProps {
	readonly title: string;
	readonly text: string;
	readonly back?: { readonly label: string; readonly onClick: () => void };
	readonly wide?: boolean;
	readonly children: ReactNode;
}

/** What opens behind the gate: the product's name, one sentence, and characters that its forge drew. */
function Behind() {
	return (
		<div className="mb-6 w-full max-w-2xl text-center">
			<p className="font-title text-xl tracking-wide text-gold">{accessTexts.product.name}</p>
			<img
				src={showcaseUrl}
				alt={accessTexts.product.pictures}
				width={7 * 192}
				height={192}
				className="mt-3 h-24 w-full rounded-lg border border-border object-cover"
			/>
			<p className="mx-auto mt-3 max-w-md text-text-2">{accessTexts.product.text}</p>
		</div>
	);
}

/** The frame of every screen of the gate; moves focus to its title, so that a change of screen is heard. */
export function GateScreen({ title, text, back, wide = false, children }: GateScreenProps) {
	usePageTitle(title);
	const { hasCheckFailed, checkRefusal } = useAccess();
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		heading.current?.focus();
	}, [title]);
	return (
		<main className="relative grid min-h-dvh place-content-center justify-items-center px-4 py-6 max-sm:pb-31 grid-cols-[minmax(0,1fr)]">
			<Behind />
			<div className={wide ? 'w-full max-w-4xl' : 'w-full max-w-md'}>
				<div className="mb-6 text-center">
					<h1 ref={heading} tabIndex={-1} className="font-title text-3xl outline-none sm:text-4xl">
						{title}
					</h1>
					<p className="mt-3 text-text-2">{text}</p>
				</div>
				{hasCheckFailed ? (
					<p role="alert" className="mb-4 rounded-md border border-ember-text bg-surface-1 px-4 py-2.5 text-text">
						{checkRefusal ?? accessTexts.unreachable}
					</p>
				) : null}
				{children}
				{back === undefined ? null : (
					<div className="mt-6 text-center">
						<Button tone="ghost" onClick={back.onClick} icon={<ArrowLeft aria-hidden className="size-4" />}>
							{back.label}
						</Button>
					</div>
				)}
			</div>
		</main>
	);
}
