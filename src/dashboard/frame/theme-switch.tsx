import { Icon, type IconName } from "../components/icons.tsx"
import { themes, type Theme } from "../api/session.ts"
import { chooseTheme, useTheme } from "../state/theme.ts"

const looks: Readonly<Record<Theme, { readonly name: string; readonly icon: IconName }>> = {
  system: { name: "System", icon: "theme" },
  light: { name: "Light", icon: "sun" },
  dark: { name: "Dark", icon: "moon" },
}

/** Chooses the theme of this browser. */
export function ThemeSwitch() {
  const chosen = useTheme()
  return (
    <fieldset class="segments theme-switch">
      <legend class="unseen">Theme</legend>
      {themes.map((theme) => (
        <label key={theme} title={`Theme: ${looks[theme].name.toLowerCase()}`}>
          <input
            type="radio"
            name="theme"
            aria-label={looks[theme].name}
            checked={theme === chosen}
            onChange={() => chooseTheme(theme)}
          />
          <span>
            <Icon name={looks[theme].icon} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
