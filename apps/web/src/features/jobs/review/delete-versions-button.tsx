import { focusFirstHeading } from '@adx/ui/focus/focus-heading';
import { useFocusOnUnmount } from '@adx/ui/focus/use-focus-on-unmount';
import { useCallback, useRef, useState } from 'react';
import { type JobImage, trpc } from '../../../lib/api/trpc.ts';
import { DeleteButton } from '../../../lib/deletion/delete-button.tsx';
import { useUpdateImages } from '../images/image-pages.ts';

const texts = {
	open: 'Delete other versions',
	title: 'Delete the other versions?',
	deleted: 'Versions Deleted',
	count: 'Versions',
} as const;

/** Deletes all versions of an image but the chosen one, once the caller has seen what that does. */
export function DeleteVersionsButton({ image }: { readonly image: JobImage }) {
	const imageId = image.id;
	const utils = trpc.useUtils();
	const updateImages = useUpdateImages();
	const [isOpen, setOpen] = useState(false);
	const isDone = useRef(false);
	const deletion = trpc.generation.versionsDeletion.useQuery(
		{ imageId },
		{ enabled: isOpen, staleTime: 0, retry: false },
	);
	useFocusOnUnmount(useCallback(() => isDone.current && focusTraits(imageId), [imageId]));

	function leave() {
		isDone.current = true;
		updateImages([image], (before) => ({ ...before, versionCount: 1 }));
		utils.generation.listVersions.setData({ imageId }, (versions) => versions?.filter(({ isChosen }) => isChosen));
		void utils.generation.get.invalidate({ jobId: image.jobId });
		void utils.generation.listVersions.invalidate({ imageId });
	}
	return (
		<div className="mt-2 -ml-3">
			<DeleteButton
				texts={texts}
				isPlural
				isOpen={isOpen}
				onOpenChange={setOpen}
				query={deletion}
				onConfirm={() => utils.client.generation.deleteVersions.mutate({ imageId })}
				onDeleted={leave}
			/>
		</div>
	);
}

/** They stand above the place where the button was, in a lightbox after those below it. */
function focusTraits(imageId: string): void {
	const lists = document.querySelectorAll<HTMLElement>(`[data-traits-of="${CSS.escape(imageId)}"]`);
	focusFirstHeading([...lists].at(-1) ?? null, 'h2');
}
