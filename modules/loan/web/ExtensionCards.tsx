import { MyApplication } from '#modules/workflow/applications/web/public/MyApplication.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { extensionStates, STUDIES } from '../model/extension.ts'
import { extensionApplication } from '../model/extension-application.ts'

/** Own requests to pay back later because one studies on. */
export function ExtensionCards() {
  const [params] = useOwnParams()
  const { data = [] } = useRead(extensionApplication.mine, {})
  return data.map(row => (
    <MyApplication
      key={row.id}
      of={extensionApplication}
      row={row}
      at={{ isNamed: params.get('id') === row.id }}
      label={t('深造展期 {{school}}', { school: row.school })}
      title={t('深造展期')}
      states={extensionStates}
      apply="/loan/extend"
      changes={['creditLoan']}
    >
      <p>{t('{{school}}，{{study}}，到 {{day}}', { school: row.school, study: t(STUDIES[row.study]), day: formatDate(row.until) })}</p>
    </MyApplication>
  ))
}
