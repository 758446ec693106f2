import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { myScreenings, OWN_STATES, WORDS } from '../model/turnout.ts'

const TONES = { toAnswer: 'attention', guardian: 'waiting', answered: 'done', retest: 'attention', refused: 'over' } as const
export const about: PageFile['about'] = () => ({
  use: t('学校请你做的心理普查，和你自己的结果。'),
  who: t('回答和结果只有心理中心能看到；辅导员只知道你有没有答复。'),
  first: t('点“去看看”，读完说明再决定参加还是不参加。'),
})
/** 我的心理普查 */
export default function MyScreeningsPage() {
  const read = useRead(myScreenings, {})
  const navigate = useNavigate()
  return (
    <Page title={t('我的心理普查')} width="form" actions={<Button onClick={() => navigate('/mentalHealth/help')}>{t('现在就需要帮助')}</Button>}>
      <Loaded of={read} empty={all => all.length === 0 && t('现在没有请你做的普查')}>
        {all =>
          all.map(one => (
            <Sheet key={one.id} title={one.name} actions={<State tone={TONES[one.state]}>{t(OWN_STATES[one.state])}</State>}>
              {one.words ? <p>{t(WORDS[one.words])}</p> : null}
              <Row spread="between">
                <span className="ql-help">{t('{{time}} 截止', { time: formatDatetime(one.endTime) })}</span>
                {one.isOpen && one.state !== 'answered' ? (
                  <Button type="primary" onClick={() => navigate(`/mentalHealth/answer?id=${one.id}`)}>
                    {one.state === 'retest' ? t('再做一次') : t('去看看')}
                  </Button>
                ) : null}
              </Row>
            </Sheet>
          ))
        }
      </Loaded>
    </Page>
  )
}
