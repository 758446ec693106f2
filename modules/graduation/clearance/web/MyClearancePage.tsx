import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDatetime } from '#web/values/format.ts'
import { clearanceStates, myClearance } from '../model/clearance.ts'

/** 我的离校: what is settled, and where one does the rest. */
export default function MyClearancePage() {
  return (
    <StudentsOnly title={t('我的离校')} otherwise={t('当前账号不是学生，没有离校手续')}>
      <Own />
    </StudentsOnly>
  )
}
function Own() {
  const read = useRead(myClearance, {})
  return (
    <Page title={t('我的离校')} width="form" help={t('没有标“必须”的事项不影响领证和离校。')}>
      <Loaded of={read}>
        {rows => {
          const items = rows.flatMap(row => row ?? [])
          return items.length ? (
            <Stack>
              <strong>{t('{{done}} / {{total}} 项办完', { done: items.filter(i => i.state !== 'open').length, total: items.length })}</strong>
              {items.map(item => (
                <Item key={item.id} of={item} />
              ))}
            </Stack>
          ) : (
            <Empty title={t('离校手续还没有开放')} />
          )
        }}
      </Loaded>
    </Page>
  )
}
type Mine = NonNullable<AnswerOf<typeof myClearance>[number]>
const Item = ({ of: { name, required, state, doneAt, reason, link } }: { of: Mine }) => (
  <Sheet label={name}>
    <Row gap={3} spread="between">
      <span>
        {name} {required ? <strong>{t('必须')}</strong> : null}
      </span>
      <StateTag of={clearanceStates} state={state} />
    </Row>
    <Row gap={3} spread="between">
      <span className="ql-quiet">
        {doneAt ? formatDatetime(doneAt) : null} {reason}
      </span>
      {link ? <Link to={link}>{t('去办理')}</Link> : null}
    </Row>
  </Sheet>
)
