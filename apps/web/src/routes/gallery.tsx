import { createFileRoute } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';
import { PageLock } from '../features/access/components/page-lock.tsx';

export const Route = createFileRoute('/gallery')({ component: GalleryPage });

function GalleryPage() {
	return (
		<PageLock page="gallery">
			<MessagePage title="Gallery" icon={<Images aria-hidden className="size-7" />} homeLabel="Back to Create">
				The gallery is being built. Merged collections of the realm will be shown here.
			</MessagePage>
		</PageLock>
	);
}
