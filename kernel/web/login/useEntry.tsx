import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { lazily } from '#web/base/chunk.ts'
import type { Realm } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { t } from '#web/i18n/index.ts'
import { wantedTenant } from '#web/session/appInfo.ts'
import { type askToken, bindAddress, type SignInStep, signedIn, stepOf } from '#web/session/sign.ts'
import { wantedElsewhere } from '#web/session/sso.ts'
import { PickAccount } from './PickAccount.tsx'

const SecondFactor = lazily(() => import('./SecondFactor.tsx'))

export interface Entry {
  /** Runs one attempt. Success opens the wanted page; a further step is set in `step`; other failures are thrown for the form. */
  attempt: (call: () => Promise<TokenAnswer>, pick?: Pick) => Promise<void>
  /** For forms that make the call themselves. */
  enter: (answer: TokenAnswer) => Promise<void>
  /** Rendered instead of the form while a further step is open. */
  step: { title: string; body: ReactNode } | undefined
}
/** Signs in as one of several accounts of a number, with the proof given before. */
export type Pick = (ticket: string) => Promise<TokenAnswer>

/** Sign-in flow after the first factor, shared by all methods: second factor, account choice, binding. `accept` runs before the token is stored and may throw. `ask` replaces
 *  `askToken` where the last call does more than sign in. */
export function useEntry(realm: Realm, wanted?: string | null, accept?: (answer: TokenAnswer) => Promise<void>, ask?: typeof askToken): Entry {
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ step: SignInStep; pick: Pick | undefined }>()
  const enter = async (answer: TokenAnswer) => {
    const elsewhere = await wantedElsewhere(wanted, answer.tenantId)
    const to = signedIn(answer, realm, wanted)
    if (elsewhere) location.assign(elsewhere)
    else await navigate(to, { replace: true })
  }
  const attempt: Entry['attempt'] = async (call, pick) => {
    try {
      const answer = await call()
      await accept?.(answer)
      await enter(answer)
    } catch (error) {
      const step = stepOf(error)
      if (!step) throw error
      if (step.kind === 'bind') await navigate(bindAddress(step.ticket, wanted, realm), { replace: true })
      else setOpen({ step, pick })
    }
  }
  const back = () => setOpen(undefined)
  return { attempt, enter, step: open && drawn(open.step) }

  function drawn(step: SignInStep): Entry['step'] {
    const pick = open?.pick
    if (step.kind === 'accounts' && pick)
      return { title: t('选择账号'), body: <PickAccount accounts={step.accounts} onPick={ticket => attempt(() => pick(ticket))} onBack={back} /> }
    if (step.kind === 'mfa')
      return {
        title: step.methods.includes('enrol') ? t('绑定身份验证器') : t('二次验证'),
        body: (
          <Suspense>
            <SecondFactor key={step.ticket} {...(ask ? { ask } : {})} realm={realm} tenantId={wantedTenant()} step={step} attempt={attempt} onBack={back} />
          </Suspense>
        ),
      }
    return undefined
  }
}
