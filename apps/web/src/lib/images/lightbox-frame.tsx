import { useSwipe } from '@adx/ui/hooks/use-swipe';
import { ShortcutList } from '@adx/ui/keyboard/shortcut-list';
import { runShortcut, type Shortcut, useShortcuts } from '@adx/ui/keyboard/shortcuts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStoredDisclosure } from '../hooks/use-stored-disclosure.ts';
import type { LightboxHandlers } from './lightbox-keys.ts';

/** Keys by what they do; those to the neighbours are also swiped. */
type LightboxKeys = Readonly<Record<string, Shortcut>> & Readonly<Record<'previous' | 'next', Shortcut>>;

export interface LightboxFrameProps<Keys extends LightboxKeys> {
	/** Names the picture on show; another one is shown whole at first. */
	readonly imageId: string;
	/** Every key, in the order of the list of keys. */
	readonly createKeys: (verbs: LightboxHandlers) => Keys;
	readonly bar: (keys: Keys) => ReactNode;
	readonly picture: (isZoomed: boolean) => ReactNode;
	/** Names what stands beside the picture. */
	readonly aboutLabel: string;
	readonly details: ReactNode;
}

/** The inside of a lightbox: a bar that stands still, the picture, what is known of it, and the keys for all of it. */
export function LightboxFrame<Keys extends LightboxKeys>(props: LightboxFrameProps<Keys>) {
	const { imageId, createKeys, bar, picture, aboutLabel, details } = props;
	const [zoomedId, setZoomedId] = useState<string | null>(null);
	const [hasAbout, setAbout] = useStoredDisclosure('lightbox-about');
	const [isHelpOpen, setHelpOpen] = useState(false);
	const isZoomed = zoomedId === imageId;
	const keys = createKeys({
		onZoom: () => setZoomedId(isZoomed ? null : imageId),
		onAbout: () => setAbout(!hasAbout),
		onFullScreen: () => void toggleFullScreen(),
		onHelp: () => setHelpOpen(true),
	});
	const table = Object.values(keys);
	const container = useShortcuts(table);
	const swipe = useSwipe((direction) => runShortcut(direction === 1 ? keys.next : keys.previous));
	const imageArea = useRef<HTMLElement>(null);
	// The dialog may have been open before there was a picture.
	useEffect(() => imageArea.current?.focus({ preventScroll: true }), []);
	useEffect(() => {
		const area = imageArea.current;
		if (!isZoomed || !area?.contains(document.activeElement)) return;
		// Its keys scroll what does not fit.
		area.querySelector<HTMLElement>('[data-zoomed]')?.focus({ preventScroll: true });
		return () => area.focus({ preventScroll: true });
	}, [isZoomed]);
	return (
		<div
			ref={container}
			// Below lg the dialog around it scrolls, so that the bar can stick to its edge.
			className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] bg-bg/95 text-text lg:h-dvh lg:overflow-y-hidden"
		>
			<div className="max-lg:sticky max-lg:top-0 max-lg:z-1 max-lg:bg-bg/95">{bar(keys)}</div>
			<div
				className={`grid min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 pt-0 lg:content-stretch ${hasAbout ? 'lg:grid-cols-[minmax(0,1fr)_23rem]' : ''}`}
			>
				<section
					ref={imageArea}
					// What is larger than the window is moved by the finger.
					{...(isZoomed ? {} : swipe)}
					aria-label="Picture"
					data-autofocus
					// biome-ignore lint/a11y/noNoninteractiveTabindex: keys begin here, where Space zooms
					tabIndex={0}
					className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center self-stretch rounded-md p-1 -outline-offset-2"
				>
					{picture(isZoomed)}
				</section>
				{hasAbout ? (
					<aside
						aria-label={aboutLabel}
						// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach what is below
						tabIndex={0}
						className="grid min-w-0 content-start gap-5 self-start rounded-lg border border-border bg-surface-1 p-4 shadow-card lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
					>
						{details}
					</aside>
				) : null}
			</div>
			<ShortcutList open={isHelpOpen} onClose={() => setHelpOpen(false)} shortcuts={table} />
		</div>
	);
}

/** Of the whole page, which the lightbox fills: dialogs that it opens stand beside it in the document. */
async function toggleFullScreen(): Promise<void> {
	try {
		if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
		else await document.exitFullscreen();
	} catch {
		// A browser that refuses shows the same picture in its window.
	}
}
