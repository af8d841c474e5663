/** Studies as YAML files: questions, controls, published figures. Knows workload, options and the packages below. */
package org.rowmark.study;
