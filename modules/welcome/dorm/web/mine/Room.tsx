import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { myRoom } from '../../model/placement.ts'

/** The reader's room: when, with whom, and what to bring. */
export function Room() {
  const { data } = useRead(myRoom, {})
  if (!data?.bed) return null
  const { bed, moveIn, bring, mates } = data
  const shown = mates.flatMap(m => m ?? [])
  return (
    <Sheet title={t('我的寝室')} note={bed}>
      <Stack gap={2}>
        {moveIn ? <p>{t('{{day}} 起可以入住', { day: formatDate(moveIn) })}</p> : null}
        {shown.length ? (
          <ul>
            {shown.map(m => (
              <li key={m.alias}>{m.habits ? t('{{name}}：{{habits}}', { name: m.alias, habits: m.habits }) : m.alias}</li>
            ))}
          </ul>
        ) : (
          <p className="ql-quiet">{t('室友愿意公开的，会显示在这里')}</p>
        )}
        {bring ? (
          <>
            <h3>{t('入住带什么')}</h3>
            {[...new Set(bring.split('\n'))].map(line => (
              <p key={line}>{line}</p>
            ))}
          </>
        ) : null}
      </Stack>
    </Sheet>
  )
}
