import { Button, Checkbox, InputNumber, Slider } from 'antd'
import { useState } from 'react'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import { Bars } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Columns, Row } from '#web/layout/Layout.tsx'
import { useUnsaved } from '#web/pages/unsaved.ts'
import { useRecord } from '#web/records/RecordDetail.tsx'
import { previewRules } from '../model/actions.ts'
import { presortPlan } from '../model/plan.ts'
import { type PresortRules, parseRules, SOFT_NAMES, SOFT_RULES, USUAL_RULES } from '../model/rules.ts'
import { Gains } from './Gains.tsx'
import style from './presort.module.css'
import { useSaveRules } from './useSaveRules.ts'

/** The weights, with a preview of a change by class before saving. */
export function RulesTab({ id, isOpen }: { id: string; isOpen: boolean }) {
  const read = useRecord(presortPlan, id)
  const { data } = read
  if (!data) return <Loading of={read} lines={10} />
  const rules = parseRules(data.rules ?? {}) ?? USUAL_RULES
  return <Rules key={data.version} plan={{ id, version: data.version, mode: data.mode }} rules={rules} isOpen={isOpen} />
}
interface RulesProps {
  plan: { id: string; version: number; mode: string }
  rules: PresortRules
  isOpen: boolean
}
function Rules({ plan, rules: saved, isOpen }: RulesProps) {
  const [rules, setRules] = useState(saved)
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved)
  useUnsaved(isChanged)
  const preview = useAct(previewRules, { done: false })
  const save = useSaveRules(plan)
  const put = (more: Partial<PresortRules>) => {
    setRules({ ...rules, ...more })
    preview.reset()
  }
  return (
    <Columns min={360}>
      <Sheet title={t('权重')}>
        {save.error ? <Refused what={t('没有保存')} error={save.error} /> : null}
        <div className={style.weights}>
          {SOFT_NAMES.map(name => (
            <div key={name} className={style.weight}>
              <span>{t(SOFT_RULES[name])}</span>
              <Slider
                min={0}
                max={100}
                step={5}
                disabled={!isOpen}
                value={rules.weights[name]}
                ariaLabelForHandle={t(SOFT_RULES[name])}
                onChange={value => put({ weights: { ...rules.weights, [name]: value } })}
              />
              <b>{rules.weights[name]}</b>
            </div>
          ))}
        </div>
        <Hard rules={rules} isOpen={isOpen} onChange={put} />
        {isOpen ? (
          <Row>
            <Button type="primary" disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate(rules)}>
              {t('保存规则')}
            </Button>
            {plan.mode === 'toStudent' ? (
              <Button disabled={!isChanged} loading={preview.isPending} onClick={() => preview.mutate({ id: plan.id, rules })}>
                {t('先看影响')}
              </Button>
            ) : null}
            <Button type="text" disabled={!isChanged} onClick={() => put(saved)}>
              {t('还原')}
            </Button>
          </Row>
        ) : null}
      </Sheet>
      <Sheet title={t('对各班的影响')}>
        {preview.error ? <Refused what={t('没有试算')} error={preview.error} /> : null}
        {preview.isPending ? (
          <Bars lines={6} />
        ) : preview.data ? (
          <Gains found={preview.data} />
        ) : (
          <p className="ql-quiet">{t('改动权重后点“先看影响”，看哪些班变好、哪些班变差，再决定是否保存。')}</p>
        )}
      </Sheet>
    </Columns>
  )
}
const Hard = ({ rules, isOpen, onChange }: { rules: PresortRules; isOpen: boolean; onChange: (more: Partial<PresortRules>) => void }) => (
  <fieldset className={style.hard} disabled={!isOpen}>
    <legend>{t('必须遵守')}</legend>
    <Checkbox checked={rules.ownCampus} disabled={!isOpen} onChange={e => onChange({ ownCampus: e.target.checked })}>
      {t('住在自己的校区')}
    </Checkbox>
    <Checkbox checked={rules.mixesGrades} disabled={!isOpen} onChange={e => onChange({ mixesGrades: e.target.checked })}>
      {t('不同年级可以同寝')}
    </Checkbox>
    <ManyRefs
      to="dormBuilding"
      label={t('留学生楼')}
      disabled={!isOpen}
      value={[...rules.internationalDormIds]}
      onChange={internationalDormIds => onChange({ internationalDormIds })}
    />
    <div className={style.number}>
      <span>{t('同一寝室同一籍贯最多')}</span>
      <InputNumber
        aria-label={t('同一寝室同一籍贯最多')}
        min={1}
        max={16}
        precision={0}
        disabled={!isOpen}
        value={rules.perPrefecture}
        suffix={t('人')}
        onChange={n => onChange({ perPrefecture: n ?? USUAL_RULES.perPrefecture })}
      />
    </div>
    <div className={style.number}>
      <span>{t('身高超过多少安排长床')}</span>
      <InputNumber
        aria-label={t('身高超过多少安排长床')}
        min={150}
        max={230}
        precision={0}
        disabled={!isOpen}
        value={rules.tallFrom}
        suffix="cm"
        onChange={n => onChange({ tallFrom: n ?? USUAL_RULES.tallFrom })}
      />
    </div>
  </fieldset>
)
