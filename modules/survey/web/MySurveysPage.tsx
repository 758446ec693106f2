import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime } from '#web/values/format.ts'
import { mySurveys } from '../model/actions.ts'
import { ANONYMITY } from '../model/survey.ts'

/** 我的问卷: what asks the reader, those still to be answered first. */
export default function MySurveysPage() {
  const read = useRead(mySurveys, {})
  const navigate = useNavigate()
  return (
    <Page title={t('我的问卷')} width="form">
      <Loaded of={read} empty={all => all.length === 0 && t('现在没有问卷要你填写')}>
        {all =>
          all.map(one => (
            <Sheet
              key={one.id}
              title={one.name}
              actions={<State tone={one.isAnswered ? 'done' : one.isOpen ? 'attention' : 'over'}>{one.isAnswered ? t('已填写') : one.isOpen ? t('未填写') : t('已结束')}</State>}
            >
              <Row spread="between">
                <span className="ql-help">{t('{{how}}，{{time}} 截止', { how: t(ANONYMITY[one.anonymity]), time: formatDatetime(one.endTime) })}</span>
                {one.showsResults ? <Button onClick={() => navigate(`/survey/results?id=${one.id}`)}>{t('看结果')}</Button> : null}
                {one.canChange ? (
                  <Button type={one.isAnswered ? 'default' : 'primary'} onClick={() => navigate(`/survey/fill?id=${one.id}`)}>
                    {one.isAnswered ? t('修改') : t('填写')}
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
