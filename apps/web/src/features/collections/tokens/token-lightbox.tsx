import { Button } from '@adx/ui/controls/button';
import { LightboxBar } from '@adx/ui/images/lightbox-bar';
import { ShortcutButton } from '@adx/ui/keyboard/shortcut-button';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { LightboxFrame } from '../../../lib/images/lightbox-frame.tsx';
import { previewUrl } from '../../../lib/images/preview-url.ts';
import { useTileFocus } from '../../../lib/images/use-tile-focus.ts';
import { hasProvisionalRarity } from '../collection-cards.ts';
import type { Collection, CollectionToken } from '../collection-queries.ts';
import { galleryTexts } from '../gallery-texts.ts';
import { TokenDetails } from './token-details.tsx';
import { TokenImage } from './token-image.tsx';
import { createTokenShortcuts } from './token-lightbox-keys.ts';
import type { TokenSelection } from './token-selection.ts';
import type { OpenToken } from './use-open-token.ts';

const texts = galleryTexts.lightbox;

const tileOf = (tokenNumber: string) => `[data-token-number="${tokenNumber}"]`;

export interface TokenLightboxProps {
	readonly collection: Collection;
	readonly open: OpenToken;
	readonly selection: TokenSelection;
	readonly onClose: () => void;
}

/** Looks at one picture after the other in the order of the grid, with its traits and where it came from. */
export function TokenLightbox({ collection, open, selection, onClose }: TokenLightboxProps) {
	const { tokenNumber, token, isMissing, failure, neighbours } = open;
	useEffect(() => {
		for (const { imageUrl, width } of neighbours) if (width !== null) new Image().src = previewUrl(imageUrl, '512');
	});
	useTileFocus(tokenNumber?.toString() ?? null, tileOf);
	if (tokenNumber === null) return null;

	return (
		<Dialog open onClose={onClose} title={token?.name ?? `#${tokenNumber}`} hideTitle size="full">
			{token !== undefined && failure === null ? (
				<Stage collection={collection} open={open} token={token} selection={selection} onClose={onClose} />
			) : (
				<div className="grid min-h-dvh place-content-center justify-items-center gap-4 bg-bg/95 p-4 text-center">
					<p role="status">{failure?.message ?? (isMissing ? texts.missing : texts.loading)}</p>
					<div className="flex flex-wrap justify-center gap-2">
						<Button autoFocus onClick={onClose}>
							{texts.close}
						</Button>
						{failure === null ? null : (
							<Button tone="primary" onClick={failure.retry}>
								{galleryTexts.tokens.again}
							</Button>
						)}
					</div>
				</div>
			)}
		</Dialog>
	);
}

interface StageProps extends TokenLightboxProps {
	readonly token: CollectionToken;
}

function Stage({ collection, open, token, selection, onClose }: StageProps) {
	const { index, count, showAt } = open;
	const isSelected = selection.has(token.tokenNumber);
	const onSelect = () => selection.toggle(token);
	return (
		<LightboxFrame
			imageId={String(token.tokenNumber)}
			createKeys={(verbs) =>
				createTokenShortcuts({ ...verbs, token, index, count, showAt, onClose, isSelected, onSelect })
			}
			bar={(keys) => (
				<LightboxBar
					title={
						<>
							<span className="mr-3 font-semibold">{token.name}</span>
							<span className="whitespace-nowrap text-text-2">{texts.place(index + 1, count)}</span>
						</>
					}
					keys={keys}
					details={keys.about}
					oneRowFrom="lg"
				>
					<ShortcutButton
						shortcut={keys.select}
						aria-pressed={isSelected}
						icon={<Check aria-hidden className={`size-4 ${isSelected ? 'text-primary' : ''}`} />}
					/>
				</LightboxBar>
			)}
			picture={(isZoomed) => <TokenImage key={token.tokenNumber} token={token} isZoomed={isZoomed} />}
			aboutLabel={texts.about}
			details={<TokenDetails collection={collection} token={token} isProvisional={hasProvisionalRarity(collection)} />}
		/>
	);
}
