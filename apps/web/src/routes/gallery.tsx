import { createFileRoute } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { MessagePage } from '../components/message-page.tsx';

export const Route = createFileRoute('/gallery')({ component: GalleryPage });

function GalleryPage() {
	return (
		<MessagePage title="Coming Soon" icon={<Images aria-hidden className="size-7" />} homeLabel="Back to Create">
			Finished collections of the realm will be shown here.
		</MessagePage>
	);
}
