import { extensionPoint } from '../base/extension-point.ts'
import type { Db, Need } from '../context.ts'
import type { UserExtras, UserIds } from './deps.ts'
import type { TrailEntry } from './sign-in-trail.ts'

/** A module's contribution to the user data in the token response and `getUserInfo`. */
export interface UserExtrasSource {
  kind: 'userExtras'
  run: (db: Db, user: UserIds) => Promise<UserExtras>
}
/** Numbers of a person that passwords must not contain. */
export interface PersonalNumbersSource {
  kind: 'personalNumbers'
  run: (db: Db, user: UserIds) => Promise<readonly string[]>
}
export const userExtrasSources = extensionPoint<UserExtrasSource>('userExtras')
export const personalNumbersSources = extensionPoint<PersonalNumbersSource>('personalNumbers')
/** Registers user data (class, department name, numbers); used in a module's server file. `db` is the system gate. */
export const userExtras = (run: UserExtrasSource['run']): UserExtrasSource => userExtrasSources.make({ run })
export const personalNumbers = (run: PersonalNumbersSource['run']): PersonalNumbersSource => personalNumbersSources.make({ run })
/** A required step before other calls are answered, besides a password change. */
export interface SessionNeedSource {
  kind: 'sessionNeed'
  run: (db: Db, user: UserIds) => Promise<Exclude<Need, 'password'> | undefined>
}
export const sessionNeeds = extensionPoint<SessionNeedSource>('sessionNeed')
export const sessionNeed = (run: SessionNeedSource['run']): SessionNeedSource => sessionNeeds.make({ run })

/** Called with new sign-in log entries of a school, in batches; used to notify the users themselves. */
export interface SignInListener {
  kind: 'signInListener'
  run: (db: Db, lines: readonly TrailEntry[]) => Promise<void>
}
export const signInListeners = extensionPoint<SignInListener>('signInListener')
/** Registers a listener; it runs shortly after the log was written, in its own transaction, asynchronously to the sign-in. */
export const signInListener = (run: SignInListener['run']): SignInListener => signInListeners.make({ run })
