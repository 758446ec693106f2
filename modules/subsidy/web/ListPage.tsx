import { Button } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#model'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { useFields } from '#web/forms/useFields.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { formatMoney, MISSING } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { makeGrants, previewList, removePerson } from '../model/actions.ts'
import { CHANGES } from './labels.ts'

type Input = InputOf<typeof previewList>
type ListPreview = AnswerOf<typeof previewList>
const LAYOUT = [{ fields: ['itemId', 'xn', 'file'] }] as const
/** 资助补助 → 名单生成: a list by the item's conditions or from a file, previewed, with people taken off, and granted. */
export default function ListPage() {
  const form = useFields(previewList.input, LAYOUT as never, {})
  const [found, setFound] = useState<{ asked: Input; of: ListPreview }>()
  const act = useAct(previewList, {})
  const preview = () => {
    const asked = form.check(form.values)
    if (asked) act.mutate(asked as Input, { onSuccess: of => setFound({ asked: asked as Input, of }), onError: form.refuse })
  }
  return (
    <Page title={t('名单生成')}>
      <Sheet>
        <Fields form={form} />
        <Row>
          <Button type="primary" loading={act.isPending} onClick={preview}>
            {t('预览名单')}
          </Button>
        </Row>
      </Sheet>
      {found ? <Preview found={found.of} asked={found.asked} onChanged={preview} /> : null}
    </Page>
  )
}
function Preview({ found, asked, onChanged }: { found: ListPreview; asked: Input; onChanged: () => void }) {
  const levels = useDict(aidLevel)
  const removal = { itemId: asked.itemId, xn: asked.xn }
  return (
    <>
      <Figures label={t('名单')}>
        <Figure label={t('人数')} value={found.heads} />
        <Figure label={t('合计')} value={formatMoney(found.sum)} />
        <Figure label={t('经费剩余')} value={found.left === null ? MISSING : formatMoney(found.left)} />
        <Figure label={t('已经资助过')} value={found.known} />
      </Figures>
      {found.faults.length ? (
        <Sheet title={t('有问题的行')}>
          <PlainTable
            label={t('有问题的行')}
            rows={found.faults}
            keyOf={f => f.line}
            isLong
            columns={[
              [t('行'), f => f.line],
              [t('学号'), f => f.studentNo],
              [t('问题'), f => f.problem],
            ]}
          />
        </Sheet>
      ) : null}
      <Sheet
        title={t('名单')}
        actions={
          <ActionButton
            of={makeGrants}
            input={asked}
            type="primary"
            disabled={!found.heads || found.faults.length > 0}
            changes={CHANGES}
            confirm={t('给 {{n}} 人生成资助，共 {{sum}}。再办一次不会重复。', { n: found.heads, sum: formatMoney(found.sum) })}
            done={t('正在生成')}
            onDone={onChanged}
          />
        }
      >
        <PlainTable
          label={t('名单')}
          rows={found.people}
          keyOf={p => p.studentId}
          isLong
          empty={t('没有可以资助的人')}
          columns={[
            [t('姓名'), p => p.name, { isHead: true }],
            [t('学号'), p => p.studentNo ?? MISSING],
            [t('班级'), p => p.className ?? MISSING],
            [t('困难等级'), p => (p.level ? dictLabel(levels, p.level) : MISSING)],
            [t('金额'), p => formatMoney(p.amount), { isNumber: true }],
            [
              t('移出'),
              p =>
                p.removed === null ? <FormButton of={removePerson} input={{ ...removal, studentId: p.studentId }} onDone={onChanged} /> : t('已移出：{{why}}', { why: p.removed }),
            ],
          ]}
        />
      </Sheet>
    </>
  )
}
