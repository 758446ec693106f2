import { Check } from 'lucide-react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatDate } from '#web/values/format.ts'
import { confirmCode, type myPhotos, noteCode } from '../../model/actions.ts'
import { codeStates } from '../../model/code.ts'
import style from '../photo.module.css'

type Mine = Pick<AnswerOf<typeof myPhotos>, 'code' | 'codeState' | 'takenOn'>
const ORDER = ['downloaded', 'taken', 'arrived', 'confirmed'] as const
/** 30-PH3: the way to the graduation photo, with what the student has to do on the national platform. */
export function CodeSteps({ of: { code, codeState, takenOn } }: { of: Mine }) {
  const reached = codeState ? ORDER.indexOf(codeState) : -1
  const steps = [
    t('登录学信网“学信档案”，核对学籍信息，下载图像采集码'),
    takenOn ? t('{{date}} 已拍摄', { date: formatDate(takenOn) }) : t('按学校通知的时间带采集码去拍摄，拍摄时出示'),
    t('等采集机构把照片交给学校'),
    t('在学信网核对照片；有问题请马上告诉辅导员'),
  ]
  return (
    <Sheet title={t('毕业照片：图像采集码')} actions={codeState ? <StateTag of={codeStates} state={codeState} /> : null}>
      <ol className={style.steps}>
        {steps.map((text, at) => (
          <li key={text} data-done={at <= reached}>
            {text} {at <= reached ? <Check size={15} aria-label={t('已完成')} /> : null}
          </li>
        ))}
      </ol>
      {code ? <p>{t('采集码：{{code}}', { code })}</p> : null}
      <Row>
        {codeState === null || codeState === 'downloaded' ? (
          <FormButton
            of={noteCode}
            initial={code ? { code } : {}}
            type={codeState ? 'default' : 'primary'}
            changes={['studentPhoto']}
            note={t('采集码写在下载的图片上；没有看到可以不填')}
          >
            {codeState ? t('修改采集码') : t('我已下载采集码')}
          </FormButton>
        ) : null}
        {codeState === 'arrived' ? <ActionButton of={confirmCode} input={{}} type="primary" changes={['studentPhoto']} /> : null}
      </Row>
    </Sheet>
  )
}
