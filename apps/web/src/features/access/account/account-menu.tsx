import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Link } from '@tanstack/react-router';
import { CircleUserRound, Crown, Database, KeyRound, LogOut } from 'lucide-react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/format/format-date.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { isEndingSoon } from '../gate/derive-access.ts';
import { usePremium } from '../premium/premium-context.ts';
import { accountTexts } from './account-texts.ts';

const texts = accountTexts.account;

const itemClass =
	'control-height flex w-full items-center gap-2 rounded-sm px-2.5 text-left text-text data-focus:bg-surface-3';

/** Who is signed in, what they may do, and the way out. */
export function AccountMenu() {
	const { user, userRole, logOut } = useAccess();
	const { isPremium, hasEnded, openDialog } = usePremium();
	const premiumState = isPremium ? 'active' : hasEnded ? 'ended' : 'locked';
	return (
		<Menu as="div" className="relative">
			<MenuButton
				data-account-menu
				aria-label={texts.menu}
				className="control-height grid aspect-square place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
			>
				<CircleUserRound aria-hidden className="size-5" />
			</MenuButton>
			<MenuItems
				transition
				modal={false}
				className="absolute top-full right-0 z-40 mt-1.5 w-60 rounded-md border border-line bg-surface-2 p-1.5 shadow-pop transition duration-[180ms] ease-frost outline-none data-closed:-translate-y-1 data-closed:opacity-0"
			>
				<div className="mb-1.5 border-b border-border px-2.5 pt-1.5 pb-2.5">
					<p className="truncate font-semibold text-text">{user?.name ?? texts.withoutName}</p>
					<p className="text-sm text-text-2">{texts.roles[userRole ?? 'creator']}</p>
					<SessionEnd />
				</div>
				<MenuItem>
					<button type="button" onClick={openDialog} className={itemClass}>
						<Crown aria-hidden className="size-4 text-gold" />
						{texts.premium} <span className="ml-auto text-sm text-text-2">{texts.premiumStates[premiumState]}</span>
					</button>
				</MenuItem>
				<MenuItem>
					<Link to="/tokens" className={itemClass}>
						<KeyRound aria-hidden className="size-4" />
						{texts.tokens}
					</Link>
				</MenuItem>
				<MenuItem>
					<Link to="/tokens" hash="your-data" className={itemClass}>
						<Database aria-hidden className="size-4" />
						{texts.data}
					</Link>
				</MenuItem>
				<MenuItem>
					<button type="button" onClick={logOut} className={itemClass}>
						<LogOut aria-hidden className="size-4" />
						{texts.logOut}
					</button>
				</MenuItem>
			</MenuItems>
		</Menu>
	);
}

/** Only near the end of a session; asks the server again where the last answer is old, since every call may renew it. */
function SessionEnd() {
	const { data } = trpc.auth.check.useQuery();
	const expiresAt = data?.user?.expiresAt;
	if (expiresAt === undefined || !isEndingSoon(expiresAt, Date.now())) return null;
	return <p className="figures mt-1 text-sm text-warn">{texts.endsAt(formatTime(expiresAt))}</p>;
}
