import { t } from '#web/i18n/index.ts'
import { formatMoney } from '#web/values/format.ts'

interface Leftover {
  code: string
  title: string
  n: number
}
/** What a society still has open; titles come in the reader's language. */
export const Leftovers = ({ of }: { of: ReadonlyArray<Leftover | null> }) =>
  of.length ? (
    <ul>{of.map(l => (l ? <li key={l.code}>{l.code === 'fund' ? `${l.title} ${formatMoney(l.n)}` : t('{{title}}：{{n}} 项', { title: l.title, n: l.n })}</li> : null))}</ul>
  ) : (
    <p>{t('都清了')}</p>
  )
