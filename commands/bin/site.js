#!/usr/bin/env node
import '../site.ts';
