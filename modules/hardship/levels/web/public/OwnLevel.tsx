import { Link } from 'react-router'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDate } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { myLevels } from '../../model/actions.ts'
import { aidLevel } from '../../model/dictionaries.ts'

/** The reader's level now, and those before. */
export function OwnLevel() {
  const { data } = useRead(myLevels, {})
  const levels = useDict(aidLevel)
  if (!data?.level && !data?.earlier.length) return null
  return (
    <Sheet title={data.level ? dictLabel(levels, data.level) : t('没有困难等级')} note={data.to ? t('有效到 {{date}}', { date: formatDate(data.to) }) : null}>
      {data.level ? <Link to="/money/offers">{t('看看还能申请什么')}</Link> : null}
      {data.earlier.map(e =>
        e ? (
          <Row key={e.from} spread="between">
            {dictLabel(levels, e.level)}
            <span className="ql-quiet">
              {formatDate(e.from)} – {formatDate(e.to)}
            </span>
          </Row>
        ) : null,
      )}
    </Sheet>
  )
}
