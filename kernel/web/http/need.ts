import { signal } from '#web/base/signal.ts'

/** Step the server requires before it answers anything else (body code 428). */
export type Need = 'password' | 'mfa' | 'privacy'

export const need = signal<Need | undefined>(undefined)

export function raiseNeed(data: unknown): void {
  const wanted = (data as { need?: unknown } | null)?.need
  if (wanted === 'password' || wanted === 'mfa' || wanted === 'privacy') need.set(wanted)
}
