// Stands for the optional packages that tsup.config.ts lists: nothing asks for them.
