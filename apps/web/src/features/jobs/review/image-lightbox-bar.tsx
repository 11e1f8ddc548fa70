import { LightboxBar } from '@adx/ui/images/lightbox-bar';
import type { JobImage } from '../../../lib/api/trpc.ts';
import { imageTitle } from '../image-labels.ts';
import { countText } from '../job-labels.ts';
import { DecisionButtons, WorkButtons } from './image-buttons.tsx';
import type { LightboxKeys } from './image-lightbox-keys.ts';

export interface ImageBarProps {
	readonly image: JobImage;
	readonly index: number;
	readonly count: number;
	readonly keys: LightboxKeys;
}

export function ImageBar({ image, index, count, keys }: ImageBarProps) {
	return (
		<LightboxBar
			title={
				<>
					<span className="font-semibold">{imageTitle(image)}</span>
					<span className="ml-3 whitespace-nowrap text-text-2">{`${countText(index + 1)} of ${countText(count)}`}</span>
				</>
			}
			keys={keys}
			oneRowFrom="xl"
		>
			<DecisionButtons image={image} keys={keys} />
			<WorkButtons image={image} keys={keys} />
		</LightboxBar>
	);
}
