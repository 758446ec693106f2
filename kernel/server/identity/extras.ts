import { extensionPoint } from '../base/extension-point.ts'
import type { Db, Need } from '../context.ts'
import type { UserExtras, UserIds } from './deps.ts'
import type { TrailEntry } from './sign-in-trail.ts'

/** A module's share in what the token answer and `getUserInfo` say about a person. */
export interface UserExtrasSource {
  kind: 'userExtras'
  run: (db: Db, user: UserIds) => Promise<UserExtras>
}
/** Numbers of a person that no password may contain. */
export interface PersonalNumbersSource {
  kind: 'personalNumbers'
  run: (db: Db, user: UserIds) => Promise<readonly string[]>
}
export const userExtrasSources = extensionPoint<UserExtrasSource>('userExtras')
export const personalNumbersSources = extensionPoint<PersonalNumbersSource>('personalNumbers')
/** Registration of a module's server file: class, department name, numbers of a person. `db` is the program's own gate. */
export const userExtras = (run: UserExtrasSource['run']): UserExtrasSource => userExtrasSources.make({ run })
export const personalNumbers = (run: PersonalNumbersSource['run']): PersonalNumbersSource => personalNumbersSources.make({ run })
/** What a person must see to before anything else answers, beside a new password. */
export interface SessionNeedSource {
  kind: 'sessionNeed'
  run: (db: Db, user: UserIds) => Promise<Exclude<Need, 'password'> | undefined>
}
export const sessionNeeds = extensionPoint<SessionNeedSource>('sessionNeed')
export const sessionNeed = (run: SessionNeedSource['run']): SessionNeedSource => sessionNeeds.make({ run })

/** A module that hears of what the sign-in log has just taken up, some of a school at a time: news for the people themselves. */
export interface SignInListener {
  kind: 'signInListener'
  run: (db: Db, lines: readonly TrailEntry[]) => Promise<void>
}
export const signInListeners = extensionPoint<SignInListener>('signInListener')
/** Runs a moment after the log was written, in a transaction of its own; nobody waits for it. */
export const signInListener = (run: SignInListener['run']): SignInListener => signInListeners.make({ run })
