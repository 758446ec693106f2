import { lazily } from '#web/base/chunk.ts'

/** What a visit may begin with. */
export const LoginPage = lazily(() => import('#web/login/LoginPage.tsx'))
export const SignedIn = lazily(() => import('#web/shell/SignedIn.tsx'))
