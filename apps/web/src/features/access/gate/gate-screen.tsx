import { Button } from '@adx/ui/controls/button';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../../shell/page-title.ts';

export interface GateScreenProps {
	readonly title: string;
	readonly text: string;
	readonly back?: { readonly label: string; readonly onClick: () => void };
	readonly wide?: boolean;
	readonly children: ReactNode;
}

/** The frame of every screen of the gate; moves focus to its title, so that a change of screen is heard. */
export function GateScreen({ title, text, back, wide = false, children }: GateScreenProps) {
	usePageTitle(title);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		heading.current?.focus();
	}, [title]);
	return (
		<main className="relative grid min-h-dvh place-items-center px-4 py-10 max-sm:pb-36">
			<div className={wide ? 'w-full max-w-4xl' : 'w-full max-w-md'}>
				<div className="mb-8 text-center">
					<h1 ref={heading} tabIndex={-1} className="font-title text-3xl outline-none sm:text-4xl">
						{title}
					</h1>
					<p className="mt-3 text-text-2">{text}</p>
				</div>
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
