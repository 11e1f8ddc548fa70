import { ImageOff } from 'lucide-react';
import { useState } from 'react';

export interface FallbackPictureProps {
	/** Null for none. */
	readonly url: string | null;
	/** '' where the text beside it says the same. */
	readonly alt: string;
	readonly isLazy?: boolean;
	readonly className: string;
}

/** A picture, or a sign in its place where there is none or it does not come. */
export function ImageWithFallback({ url, alt, isLazy = false, className }: FallbackPictureProps) {
	const [isBroken, setBroken] = useState(false);
	if (url === null || isBroken) {
		return (
			<div
				{...(alt === '' ? {} : { role: 'img', 'aria-label': alt })}
				className={`${className} grid place-items-center text-text-3`}
			>
				<ImageOff aria-hidden className="size-8" />
			</div>
		);
	}
	return (
		<img
			src={url}
			alt={alt}
			width={512}
			height={512}
			loading={isLazy ? 'lazy' : 'eager'}
			decoding="async"
			onError={() => setBroken(true)}
			className={className}
		/>
	);
}
