import { createFileRoute } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { z } from 'zod';
import { useAccess } from '../features/access/gate/access-provider.tsx';
import { attributeTexts } from '../features/attributes/attributes-texts.ts';
import { AttributesPage } from '../features/attributes/page/attributes-page.tsx';
import { textParam } from '../lib/search-params.ts';
import { MessagePage } from '../shell/message-page.tsx';

export const Route = createFileRoute('/attributes')({
	validateSearch: z.object({ job: textParam }),
	component: Page,
});

const texts = attributeTexts.denied;

function Page() {
	const { isDeveloperMode } = useAccess();
	const { job } = Route.useSearch();
	const navigate = Route.useNavigate();
	if (!isDeveloperMode) {
		return (
			<MessagePage
				title={texts.title}
				icon={<Lock aria-hidden className="size-7" />}
				homeLabel={texts.back}
				isGoingBack
			>
				{texts.text}
			</MessagePage>
		);
	}
	return (
		<AttributesPage
			runId={job ?? null}
			onChooseRun={(runId) => void navigate({ search: { job: runId ?? undefined }, resetScroll: false })}
		/>
	);
}
