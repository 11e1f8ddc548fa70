import { LightboxBar } from '@adx/ui/images/lightbox-bar';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';
import { formatCount } from '../job-labels.ts';
import { DecisionButtons, RegenerateButtons } from './image-buttons.tsx';
import type { LightboxShortcuts } from './image-lightbox-keys.ts';

export interface ImageBarProps {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly keys: LightboxShortcuts;
}

export function ImageLightboxBar({ image, index, count, keys }: ImageBarProps) {
	return (
		<LightboxBar
			title={
				<>
					<span className="font-semibold">{imageTitle(image)}</span>
					<span className="ml-3 whitespace-nowrap text-text-2">{`${formatCount(index + 1)} of ${formatCount(count)}`}</span>
				</>
			}
			keys={keys}
			oneRowFrom="xl"
		>
			<DecisionButtons image={image} keys={keys} />
			<RegenerateButtons image={image} keys={keys} />
		</LightboxBar>
	);
}
